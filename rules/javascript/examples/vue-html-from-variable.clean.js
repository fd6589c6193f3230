export default {
  props: ["comment"],
  render(h) {
    return h("div", { domProps: { textContent: this.comment.text } });
  },
};
export const Note = (props) => h("p", { innerHTML: DOMPurify.sanitize(props.text) });
export const Space = () => h("p", { innerHTML: "&nbsp;" });
export const Icon = ({ svg }) => h("i", { innerHTML: svg });
export const Row = ({ text }) => createVNode("li", { class: "row" }, text);
