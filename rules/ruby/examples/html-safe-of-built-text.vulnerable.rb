module ItemsHelper
  def badge(user)
    "<b>#{user.name}</b>".html_safe # finding: html-safe-of-built-text
  end

  def note(comment)
    raw("<p class='note'>#{comment.text}</p>") # finding: html-safe-of-built-text
    ("<i>" + comment.title).html_safe # finding: html-safe-of-built-text
  end
end
