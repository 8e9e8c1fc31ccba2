/** A host that does not belong to the app. */
export const foreignHost = 'attacker.example'

/** Text that is a tag if an app does not escape it, and that ends an attribute if an app does not escape quotes. */
export const mark = `'"<prove-x>`

/** Text that ends every element whose content is not read as tags, and then begins one. */
export const endMark = `--></script></style></title></textarea><prove-x>`

/** A link that runs code. */
export const codeLink = 'javascript:prove()'

/** Addresses of another site. Browsers read a backslash as a slash, and take the scheme of the page if it is missing. */
export const foreignLinks: readonly string[] = [
  `https://${foreignHost}/`,
  `//${foreignHost}/`,
  `/\\${foreignHost}/`,
]

/** Names of queries that many apps show on a page. */
export const shownNames: readonly string[] =
  'q query search s name title message error text email category tag lang id page sort filter from'.split(
    ' ',
  )

/** Names of queries that many apps link or redirect to. */
export const linkNames: readonly string[] =
  'next to url redirect redirectTo redirect_to redirect_uri redirectUrl return returnTo return_to returnUrl back continue goto dest destination target callback'.split(
    ' ',
  )

const openNames: readonly string[] =
  'preview draft debug admin isAdmin test internal bypass force public share print export embed noauth token key user userId'.split(
    ' ',
  )

/** Queries that open a door in some apps. Each is sent as one, and the report names the part that counts. */
export const openers: readonly (readonly string[])[] = [
  openNames.map((name) => `${name}=1`),
  openNames.map((name) => `${name}=true`),
  ['role=admin', 'as=admin', 'user=admin', 'auth=0', 'auth=false', 'mode=preview', 'env=test'],
]

/** Cookies that a client can write itself. */
export const ownCookies: string =
  'admin=1; isAdmin=true; role=admin; user=1; userId=1; user_id=1; username=admin; loggedIn=true; authenticated=1; auth=1; preview=1; debug=1; session=1; token=1'

/** Credentials that match a secret that was never set. */
export const emptyTokens: readonly string[] = ['Bearer undefined', 'Bearer null', 'Bearer']

/** The longest string in a body. It is long enough to make a quadratic pattern take seconds. */
export const longText: string = 'a'.repeat(64 * 1024)

/** The longest string in a URL. Servers refuse URLs of 16 KiB themselves. */
export const longUrlText: string = 'a'.repeat(4_096)

/** Texts that are often read as something else. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  ...'abc -1 0 1.5 1e3 1e400 0x10 NaN 9007199254740993 __proto__ constructor ../../etc/passwd'.split(
    ' ',
  ),
  'é\u{1F4DA}',
  "'",
  mark,
  endMark,
  ...foreignLinks,
]

export const textsOfUnknown: readonly string[] = ['', 'abc', '-1', '1e400', '__proto__']

/** Names of queries that many apps read. */
export const commonNames: readonly string[] = ['q', 'page', 'id', 'sort', 'limit']

/** Percent-encoding that is broken, or that hides something. */
export const rawTexts: readonly (readonly [what: string, text: string])[] = [
  ['with a broken percent sign in', '%'],
  ['with a broken escape in', '%zz'],
  ['with a lone surrogate in', '%ED%A0%80'],
  ['with a NUL character in', 'a%00b'],
  ['with bytes that are not UTF-8 in', '%ff%fe'],
  ['with encoded slashes in', '..%2f..%2fa'],
  ['with line breaks in', 'a%0d%0aSet-Cookie:x=1'],
  ['with 4 KiB of text in', longUrlText],
]
