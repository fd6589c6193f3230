claims = JWT.decode(token, nil, false) # finding: jwt-verification-off
other = JWT.decode(token, key, true, { algorithm: "none" }) # finding: jwt-verification-off
made = JWT.encode({ sub: 1 }, nil, "none") # finding: jwt-verification-off
verify = false
third = JWT.decode(token, key, false, algorithm: "HS256") # finding: jwt-verification-off
