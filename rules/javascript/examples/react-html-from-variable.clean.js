export function Comment({ comment, icon }) {
  return (
    <article>
      <p>{comment.text}</p>
      <p dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(comment.text) }} />
      <p dangerouslySetInnerHTML={{ __html: "&nbsp;" }} />
      <script dangerouslySetInnerHTML={{ __html: JSON.stringify(comment) }} />
      <style dangerouslySetInnerHTML={{ __html: rules }} />
      <p dangerouslySetInnerHTML={{ __html: t("welcome") }} />
    </article>
  );
}
