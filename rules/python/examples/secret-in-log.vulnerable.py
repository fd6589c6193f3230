import logging

logger = logging.getLogger(__name__)


def sign_in(name, password, form):
    logger.info("sign-in of %s with %s", name, password)  # finding: secret-in-log
    logging.debug(f"form: {form.token}")  # finding: secret-in-log
    logger.warning("failed: " + password)  # finding: secret-in-log
