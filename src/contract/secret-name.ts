/** The end of a name decides, because a client may send a name of any length. */
const maxName = 128

/** Letters that make every name with them secret, in any case: `newPassword`, `pwd_again`, `card.number`. */
const secretLetters =
  /passw|passphrase|passcode|pwd|(?:api|secret|private)[-_.]?key|card[-_.]?number|(?:secret|token|cvc|cvv)$/i

/** Whole words. `pass` and `pin` are also ordinary words, so they have to be at the end: `userPass`, but not `passCount`. */
const secretWords =
  /(?:^|_)(?:(?:t?otp|cvv2?|cvc2?|ssn|jwt)(?:_|$)|(?:pass|pin)\d?(?:_(?:code|again|confirm|confirmation|repeat))?$)/

/** Whether a dotted name says that its value is a secret. */
export function isSecretName(name: string): boolean {
  const end = name.slice(-maxName)
  return secretLetters.test(end) || secretWords.test(toWords(end))
}

/** The words of a name in camel or snake case, with `_` between them: `userSSN` becomes `user_ssn`. */
function toWords(name: string): string {
  return name
    .replaceAll(/[\p{Ll}\d](?=\p{Lu})|\p{Lu}(?=\p{Lu}\p{Ll})/gu, '$&_')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .toLowerCase()
}
