export class TokenReader {
  read(token: string) {
    return jwt.verify(token, KEY, { ignoreExpiration: false });
  }
  async later(token: string) {
    return this.jwtService.verifyAsync(token, { secret: KEY });
  }
}

const settings = { ignoreExpiration: true, cache: "pages" };
