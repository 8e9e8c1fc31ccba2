import type { Plugin } from 'vite'

/**
 * Fails a build with an import such as `import styles from './a.css'`, and says what to write instead. Other bundlers return
 * the URL of the file for it. A plugin for styles may define such exports, so only an import without an export fails.
 */
export function styleImports(): Plugin {
  return {
    name: 'framework:style-imports',
    apply: 'build',
    renderError(error) {
      const missing = (error as { errors?: readonly MissingExport[] } | undefined)?.errors?.find(
        ({ code, exporter }) =>
          code === 'MISSING_EXPORT' && /\.(?:css|s[ac]ss|less)$/.test(exporter ?? ''),
      )
      if (!missing) return
      const file = missing.exporter!.split('/').at(-1)
      this.error(
        `Cannot import a value from "${file}" in ${missing.id}: styles export nothing. For its URL, import "${file}?url". To load it with the page, import it without a name.`,
      )
    },
  }
}

/** The fields of Rolldown's message about an import that finds no export. */
interface MissingExport {
  readonly code?: string
  /** The file that imports. */
  readonly id?: string
  /** The file that lacks the export. */
  readonly exporter?: string
}
