import jwt from "jsonwebtoken";

const SECRET = process.env.JWT_KEY;
export const issue = (user: User) => jwt.sign({ sub: user.id }, process.env.JWT_KEY);
export const read = (token: string) => jwt.verify(token, SECRET, { issuer: "shop" });
export const other = (token: string) => jwt.verify(token, fs.readFileSync("public.pem"));

@Module({
  imports: [JwtModule.register({ secret: process.env.JWT_KEY, signOptions: { issuer: "shop" } })],
})
export class AuthModule {}
