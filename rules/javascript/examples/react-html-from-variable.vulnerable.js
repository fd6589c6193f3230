export function Comment({ comment, post }) {
  const body = marked(post.body);
  return (
    <article>
      <p dangerouslySetInnerHTML={{ __html: comment.text }} /> {/* finding: react-html-from-variable */}
      <div className="body" dangerouslySetInnerHTML={{ __html: body }}></div> {/* finding: react-html-from-variable */}
      {React.createElement("b", { dangerouslySetInnerHTML: { __html: comment.author } })} {/* finding: react-html-from-variable */}
    </article>
  );
}
