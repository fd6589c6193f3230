export default {
  props: ["comment"],
  render(h) {
    const data = { domProps: { innerHTML: this.comment.text } }; // finding: vue-html-from-variable
    return h("div", data);
  },
};
export const Note = (props) => h("p", { class: "note", innerHTML: props.text }); // finding: vue-html-from-variable
export const Row = ({ text }) => createVNode("li", { innerHTML: text }); // finding: vue-html-from-variable
