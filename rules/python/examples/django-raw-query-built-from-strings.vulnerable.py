from django.db.models.expressions import RawSQL


def find(Item, name):
    Item.objects.raw("SELECT * FROM item WHERE name = '%s'" % name)  # finding: django-raw-query-built-from-strings
    Item.objects.extra(where=[f"name = '{name}'"])  # finding: django-raw-query-built-from-strings
    return Item.objects.annotate(rank=RawSQL("rank('" + name + "')", []))  # finding: django-raw-query-built-from-strings
