export class PanelComponent {
  show(text: string) {
    this.host.nativeElement.textContent = text;
    this.host.nativeElement.innerHTML = "";
    this.host.nativeElement.innerHTML = this.sanitizer.sanitize(SecurityContext.HTML, text);
    this.renderer.setProperty(this.host.nativeElement, "title", text);
  }
}
