export class TokenReader {
  read(token: string) {
    return jwt.verify(token, KEY, { ignoreExpiration: true }); // finding: jwt-expiry-ignored
  }
  async later(token: string) {
    return this.jwtService.verifyAsync(token, { secret: KEY, ignoreExpiration: true }); // finding: jwt-expiry-ignored
  }
}

export class TokenStrategy extends PassportStrategy(Strategy) {
  constructor() {
    // finding below: jwt-expiry-ignored
    super({ jwtFromRequest: fromHeader, secretOrKey: KEY, ignoreExpiration: true });
  }
}
