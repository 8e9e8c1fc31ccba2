/*
 * The names whose values are never shown again: not in a form that is shown again, not in a log, not in the panel. No other
 * list exists.
 */

/** Only the end of a long name is read, because a client may send a name of any length. */
const maxName = 128

/** Letters that make every name with them secret, in any case: `newPassword`, `pwd_again`, `card.number`. */
const secretLetters =
  /passw|passphrase|passcode|pwd|(?:api|secret|private)[-_.]?key|card[-_.]?number|(?:secret|token|cvc|cvv)\d?$/i

/**
 * Whole words, including the names that HTML has for autofill, such as `one-time-code`. `pass` and `pin` are also ordinary
 * words, so they count only at the end: `userPass`, but not `passCount`.
 */
const secretWords =
  /(?:^|_)(?:(?:t?otp|cvv|cvc|ssn|jwt|csrf|xsrf)\d?(?:_|$)|cc_(?:number|csc)$|one_time_code$|(?:pass|pin)\d?(?:_(?:code|again|confirm|confirmation|repeat))?$)/

/** Letters of those words, as a quick test: splitting the name into words takes ten times as long. */
const lettersOfWords = /otp|cvv|cvc|ssn|jwt|[cx]srf|^cc|[^a-z]cc|cc[^a-z]|one.?time|pass|pin/i

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

/**
 * Names that are secret in a URL only. In a form, `code` and `state` are parts of an address. The others are of mailed links.
 */
const secretParams =
  /^(?:code|state|key|auth|saml.*|hash|magic(?:[-_]?(?:link|id))?|invit(?:e|ation)|activation|confirm(?:ation)?|verification|reset|unsubscribe)$/i

/** Endings of names that are secret in a URL only: `X-Amz-Signature`, `connect.sid`, `oauth_verifier`. */
const secretEnds =
  /(?:sig|signature|hmac|nonce|credentials?|authorization|assertion|ticket|verifier|token[-_]?(?:hash|hint)|relay[-_]?state|(?:access|auth|session)[-_]?key|sess(?:ion)?[-_]?id|sid)$/i

/** Codes that are mailed, shown once, or exchanged for a login: `oobCode`, `invite_code`, but not `country_code`. */
const secretCodes =
  /(?:auth(?:orization)?|oob|device|user|verif(?:y|ication)|activation|confirm(?:ation)?|invit(?:e|ation)|login|reset|recovery|backup|security|sms|mfa)[-_]?code$/i

/** Whether a name in a URL says that its value is a secret: `token`, `token[]`, `filter[token]`, `X-Amz-Signature`. */
export function isSecretParam(name: string): boolean {
  if (!/[.[\]]/.test(name)) return isSecretPart(name)
  const parts = name.split(/[.[\]]+/).filter((part) => part !== '')
  return isSecretName(parts.join('.')) || parts.some(isSecretPart)
}

function isSecretPart(part: string): boolean {
  const end = part.slice(-maxName)
  return (
    secretParams.test(part) || secretEnds.test(end) || secretCodes.test(end) || isSecretName(end)
  )
}
