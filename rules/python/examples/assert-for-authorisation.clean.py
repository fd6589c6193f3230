def delete(user, item, count):
    assert count > 0
    if not user.is_admin:
        raise PermissionError("forbidden")
    item.delete()
