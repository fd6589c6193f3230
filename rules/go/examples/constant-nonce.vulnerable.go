package box

import "crypto/cipher"

func seal(block cipher.Block, data []byte) {
	iv := []byte("0123456789abcdef")
	cipher.NewCBCEncrypter(block, iv).CryptBlocks(data, data) // finding: constant-nonce
	stream := cipher.NewCTR(block, []byte{1, 2, 3, 4}) // finding: constant-nonce
	stream.XORKeyStream(data, data)
}

func gcm(aead cipher.AEAD, text []byte) []byte {
	return aead.Seal(nil, []byte("fixed nonce!"), text, nil) // finding: constant-nonce
}
