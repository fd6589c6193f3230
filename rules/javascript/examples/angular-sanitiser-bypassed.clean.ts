export class NoteComponent {
  constructor(private sanitizer: DomSanitizer) {}

  show(note: Note) {
    this.html = this.sanitizer.sanitize(SecurityContext.HTML, note.text);
    this.clean = this.sanitizer.bypassSecurityTrustHtml(DOMPurify.sanitize(note.text));
    this.fixed = this.sanitizer.bypassSecurityTrustHtml("<b>Note</b>");
    this.frame = this.sanitizer.bypassSecurityTrustResourceUrl(FRAME_URL);
    this.image = this.sanitizer.bypassSecurityTrustUrl(URL.createObjectURL(note.file));
  }
}
