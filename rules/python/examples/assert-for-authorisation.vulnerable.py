def delete(user, item, session):
    assert user.is_admin  # finding: assert-for-authorisation
    assert user.has_perm("shop.delete"), "forbidden"  # finding: assert-for-authorisation
    assert session["role"] == "admin"  # finding: assert-for-authorisation
    item.delete()
