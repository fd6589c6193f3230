@Component({ selector: "app-note", template: "<p [innerHTML]='html'></p>" })
export class NoteComponent {
  constructor(private sanitizer: DomSanitizer, private notes: NoteService) {}

  show(note: Note) {
    this.html = this.sanitizer.bypassSecurityTrustHtml(note.text); // finding: angular-sanitiser-bypassed
    this.link = this.sanitizer.bypassSecurityTrustUrl(note.link); // finding: angular-sanitiser-bypassed
    const frame = `https://${note.host}/embed`;
    this.frame = this.sanitizer.bypassSecurityTrustResourceUrl(frame); // finding: angular-sanitiser-bypassed
  }
}
