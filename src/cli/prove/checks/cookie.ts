import type { Check } from './check.ts'

/** Names of cookies that stand for a visitor. Scripts must not read them. */
const secretName = /sess|sid$|token|auth|jwt|login|remember|user/i
/** A script sends the cookie back in a header. */
const scriptName = /csrf|xsrf/i

/** A cookie that stands for a visitor is out of reach for scripts, for plain HTTP and for other sites. */
export const cookie: Check = {
  name: 'cookie',
  title: 'A cookie that stands for a visitor must have HttpOnly, Secure and SameSite',
  advice:
    "Set httpOnly: true, secure: true and sameSite: 'lax' in createCookie(). Then a script cannot read the cookie, plain HTTP does not send it, and forms of other sites do not send it.",
  limit: 5,

  judge({ planned, sent }) {
    for (const header of sent.headers.getSetCookie()) {
      const [name = '', value = ''] = header.split(';', 1)[0]!.trim().split(/=(.*)/s)
      if (isOver(header) || !isSecret(name, value)) continue
      const missing = missingIn(header, name, planned.attack.origin.startsWith('https:'))
      if (missing.length === 0) continue

      return {
        says: `set the cookie "${name}" without ${missing.join(' and ')}`,
        cause: `${name} ${missing.join()}`,
      }
    }
    return undefined
  },
}

/** Apps may leave out `Secure` for requests over plain HTTP, so that it works on a developer's machine. */
function missingIn(header: string, name: string, isSecure: boolean): string[] {
  const has = (attribute: string): boolean =>
    new RegExp(String.raw`;\s*${attribute}\s*(?:[;=]|$)`, 'i').test(header)
  return [
    ...(has('HttpOnly') || scriptName.test(name) ? [] : ['HttpOnly']),
    ...(has('Secure') || !isSecure ? [] : ['Secure']),
    ...(has('SameSite') ? [] : ['SameSite']),
  ]
}

/** Whether a cookie stands for a visitor: by its name, or because its value cannot be guessed. */
function isSecret(name: string, value: string): boolean {
  if (value === '' || scriptName.test(name)) return false
  return secretName.test(name) || (value.length >= 20 && /\d/.test(value) && /[a-z]/i.test(value))
}

function isOver(header: string): boolean {
  if (/;\s*max-age=-?0*\s*(?:;|$)/i.test(header)) return true
  const expires = /;\s*expires=([^;]*)/i.exec(header)?.[1]
  return expires !== undefined && Date.parse(expires) < Date.now()
}
