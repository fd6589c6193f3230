module ItemsHelper
  def badge(user)
    content_tag(:b, user.name)
    "<b>#{h(user.name)}</b>".html_safe
    "<b>#{user.items.count}</b>".html_safe
    "<br>".html_safe
    raw("<hr>")
    safe_join([user.name, tag.br])
  end
end
