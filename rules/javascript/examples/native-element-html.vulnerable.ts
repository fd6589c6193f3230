export class PanelComponent {
  constructor(private host: ElementRef, private renderer: Renderer2) {}

  show(text: string) {
    this.host.nativeElement.innerHTML = text; // finding: native-element-html
    this.renderer.setProperty(this.host.nativeElement, "innerHTML", text); // finding: native-element-html
    const markup = "<b>" + text + "</b>";
    this.host.nativeElement.insertAdjacentHTML("beforeend", markup); // finding: native-element-html
  }
}
