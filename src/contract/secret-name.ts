/** The end of a name decides, because a client may send a name of any length. */
const maxName = 128

/** Letters that make every name with them secret, in any case: `newPassword`, `pwd_again`, `card.number`. */
const secretLetters =
  /passw|passphrase|passcode|pwd|(?:api|secret|private)[-_.]?key|card[-_.]?number|(?:secret|token|cvc|cvv)\d?$/i

/** Whole words. `pass` and `pin` are also ordinary words, so they have to be at the end: `userPass`, but not `passCount`. */
const secretWords =
  /(?:^|_)(?:(?:t?otp|cvv|cvc|ssn|jwt)\d?(?:_|$)|(?:pass|pin)\d?(?:_(?:code|again|confirm|confirmation|repeat))?$)/

/** The letters of those words, as a quick test: to find the words of a name takes ten times as long. */
const lettersOfWords = /otp|cvv|cvc|ssn|jwt|pass|pin/i

/** Whether a dotted name says that its value is a secret. */
export function isSecretName(name: string): boolean {
  const end = name.slice(-maxName)
  return secretLetters.test(end) || (lettersOfWords.test(end) && secretWords.test(toWords(end)))
}

/** The words of a name in camel or snake case, with `_` between them: `userSSN` becomes `user_ssn`. */
function toWords(name: string): string {
  return name
    .replaceAll(/[\p{Ll}\d](?=\p{Lu})|\p{Lu}(?=\p{Lu}\p{Ll})/gu, '$&_')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .toLowerCase()
}
