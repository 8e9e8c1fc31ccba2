const SPECIAL = ['<', '>', '&', '\u2028', '\u2029']

/**
 * Makes JSON safe inside any `<script>` element. Values and keys cannot contain `</script>`, `<!--` or `]]>`. The two line
 * separators that JavaScript once refused are escaped too. The result is JSON for the same value.
 *
 * @param json JSON text as `JSON.stringify` writes it. It has these characters only inside strings
 */
export function escapeJson(json: string): string {
  let escaped = json
  for (const character of SPECIAL) {
    // A client may send a megabyte of these characters. A callback for each would take 20 times as long.
    if (escaped.includes(character)) escaped = escaped.split(character).join(escapeOf(character))
  }
  return escaped
}

function escapeOf(character: string): string {
  return '\\u' + character.charCodeAt(0).toString(16).padStart(4, '0')
}
