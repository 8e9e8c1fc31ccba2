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
export const shownNames: readonly string[] = [
  'q',
  'query',
  'search',
  's',
  'name',
  'title',
  'message',
  'error',
  'text',
  'email',
  'category',
  'tag',
  'lang',
  'id',
  'page',
  'sort',
  'filter',
  'from',
]

/** Names of queries that many apps link or redirect to. */
export const linkNames: readonly string[] = [
  'next',
  'to',
  'url',
  'redirect',
  'redirectTo',
  'redirect_to',
  'redirect_uri',
  'redirectUrl',
  'return',
  'returnTo',
  'return_to',
  'returnUrl',
  'back',
  'continue',
  'goto',
  'dest',
  'destination',
  'target',
  'callback',
]

const openNames: readonly string[] = [
  'preview',
  'draft',
  'debug',
  'admin',
  'isAdmin',
  'test',
  'internal',
  'bypass',
  'force',
  'public',
  'share',
  'print',
  'export',
  'embed',
  'noauth',
  'token',
  'key',
  'user',
  'userId',
]

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
