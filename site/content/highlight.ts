// Colours code when the site is built. The colours are variables in the style sheet, one set for each theme.
import {
  bundledLanguages,
  createCssVariablesTheme,
  createHighlighter,
  type BundledLanguage,
  type Highlighter,
} from 'shiki'
import { escapeHtml } from './escape-html.ts'

/** The class of each kind of token. Kinds that are not listed have the colour of the text. */
const classes: Readonly<Record<string, string>> = {
  keyword: 'k',
  string: 's',
  'string-expression': 's',
  comment: 'c',
  constant: 'n',
  function: 'f',
  parameter: 'p',
}

const theme = createCssVariablesTheme({ name: 'variables', variablePrefix: '--' })

let created: Promise<Highlighter> | undefined

/**
 * Loads the grammars of languages, each one once.
 *
 * @returns A function that colours code in these languages. Code in a language without a grammar stays as it is
 */
export async function loadHighlighter(
  languages: Iterable<string>,
): Promise<(code: string, language: string) => string> {
  created ??= createHighlighter({ themes: [theme], langs: [] })
  const highlighter = await created
  await highlighter.loadLanguage(...[...languages].filter(hasGrammar))

  return (code, language) => {
    if (!hasGrammar(language)) return escapeHtml(code)
    const lines = highlighter.codeToTokensBase(code, {
      lang: language,
      theme,
      // Without a limit: on a busy machine, the rest of a long line would have no colours.
      tokenizeTimeLimit: 0,
    })

    return lines.map((line) => joinTokens(line)).join('\n')
  }
}

function hasGrammar(language: string): language is BundledLanguage {
  return Object.hasOwn(bundledLanguages, language)
}

function joinTokens(tokens: readonly { content: string; color?: string }[]): string {
  let html = ''
  let open: string | undefined
  for (const { content, color } of tokens) {
    const kind = /--token-([\w-]+)/.exec(color ?? '')?.[1] ?? ''
    // Spaces have no colour, so they never end a span.
    const name = content.trim() === '' ? open : classes[kind]
    if (name !== open) html += `${open ? '</span>' : ''}${name ? `<span class="${name}">` : ''}`
    open = name
    html += escapeHtml(content)
  }

  return open ? `${html}</span>` : html
}
