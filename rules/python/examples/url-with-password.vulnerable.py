DATABASE_URL = "postgresql://shop:hunter22@db.internal/shop"  # finding: url-with-password


def queue(connect):
    return connect("amqp://worker:rabbit77@mq:5672/")  # finding: url-with-password
