/** A file that a stylesheet names. */
export interface StyleReference {
  readonly url: string
  /** Whether the file is a stylesheet whose rules become part of this one. */
  readonly isImport: boolean
}

const text = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'/.source
const url = `\\burl\\(\\s*(?:${text}|([^'"()\\s][^)]*?))\\s*\\)`

/**
 * The rules that read another stylesheet, in CSS, Sass, Less and Stylus, and `composes: … from` of CSS modules. One rule may
 * name several.
 */
const imports = /@(?:import|use|forward|require|reference)\b([^;{}]*)|\bfrom\s+(["'][^;{}]*)/g
const imageSets = /\bimage-set\(((?:[^()]|\([^()]*\))*)\)/gi

/**
 * Returns the files that a stylesheet names, in CSS and in the languages that Vite converts to CSS. A name that the language
 * computes, such as with a variable of Sass, is not found.
 */
export function styleReferences(code: string): StyleReference[] {
  const styles = code.replace(/\/\*[^]*?\*\//g, ' ')
  const imported = findNames(styles, imports, `${url}|${text}`)
  const inSets = findNames(styles, imageSets, text)
  const named = namesIn(styles, url).filter((name) => !imported.includes(name))

  return [
    ...imported.map((name) => ({ url: name, isImport: true })),
    ...[...named, ...inSets].map((name) => ({ url: name, isImport: false })),
  ]
}

/** Returns the names inside of each place that matches `places`. */
function findNames(styles: string, places: RegExp, pattern: string): string[] {
  return Array.from(styles.matchAll(places)).flatMap(([, ...groups]) =>
    namesIn(groups.join(''), pattern),
  )
}

function namesIn(styles: string, pattern: string): string[] {
  return Array.from(styles.matchAll(new RegExp(pattern, 'gi')), ([, ...groups]) =>
    decode(groups.find((group) => group !== undefined) ?? ''),
  ).filter((name) => name !== '')
}

function decode(name: string): string {
  try {
    return decodeURI(name).replace(/[?#].*$/, '')
  } catch {
    return name
  }
}
