from django.db.models.expressions import RawSQL


def find(Item, name):
    Item.objects.raw("SELECT * FROM item WHERE name = %s", [name])
    Item.objects.extra(where=["name = %s"], params=[name])
    return Item.objects.annotate(rank=RawSQL("rank(%s)", [name]))
