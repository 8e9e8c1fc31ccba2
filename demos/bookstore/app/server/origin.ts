/**
 * Returns the origin of the shop, for links in mails and for passkeys: `ORIGIN`, or this machine. It never comes from a
 * request: with a forged `Host` header, a stranger could make the shop mail links to another site.
 */
export function readOrigin(): URL {
  const { ORIGIN, SMTP_URL, PORT } = process.env
  if (SMTP_URL && !ORIGIN) {
    throw new Error(
      'Cannot send mail by SMTP_URL without ORIGIN: the links in mails need it. Set it to an origin such as https://books.example.',
    )
  }
  const origin = ORIGIN || `http://localhost:${PORT || 3000}`
  if (URL.parse(origin)?.origin !== origin) {
    throw new Error(
      `Cannot use ${origin} as ORIGIN. Set it to an origin such as https://books.example.`,
    )
  }

  return new URL(origin)
}
