import type { Plugin } from 'vite'

/**
 * Says in a failed build what to write instead of `import styles from './a.css'`. Other bundlers return the URL of the file
 * for it. A plugin for styles may give it a meaning too, so only an import that has none fails.
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

/** What Rolldown knows about an import that finds no export. */
interface MissingExport {
  readonly code?: string
  /** The file that imports. */
  readonly id?: string
  /** The file that lacks the export. */
  readonly exporter?: string
}
