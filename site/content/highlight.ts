// Colours code when the site is built. The colours are variables in the style sheet, one set for each theme.
import {
  bundledLanguages,
  createCssVariablesTheme,
  createHighlighter,
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

/** Returns a function that colours code. It loads the grammars once. */
export async function loadHighlighter(): Promise<(code: string, language: string) => string> {
  created ??= createHighlighter({
    themes: [theme],
    langs: ['ts', 'tsx', 'js', 'sh', 'css', 'html', 'json', 'jsonc', 'ini', 'nginx', 'dockerfile'],
  })
  const highlighter = await created

  return (code, language) => {
    if (!highlighter.getLoadedLanguages().includes(language)) {
      if (language in bundledLanguages)
        throw new Error(`Cannot colour ${language}. Add it to langs in site/content/highlight.ts.`)
      return escapeHtml(code)
    }
    const lines = highlighter.codeToTokensBase(code, {
      lang: language as 'ts',
      theme,
      // Without a limit: on a busy machine, the rest of a long line would have no colours.
      tokenizeTimeLimit: 0,
    })

    return lines.map((line) => joinTokens(line)).join('\n')
  }
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
