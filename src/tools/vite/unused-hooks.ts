/**
 * Removes the hooks that no module of a build calls from React's tables of hooks. A minifier then removes their code.
 *
 * `useState()` of `react` only calls `H.useState()`, and `react-dom` has a table of all hooks for each phase of a component.
 * A bundler keeps all members of an object. But it has removed the functions of `react` that nothing imports. So if the name
 * of a hook is never read from an object, as in `H.useOptimistic`, the hook cannot be called.
 *
 * The tables are known from React 19.2 and 19.3. If another version has other names, nothing is removed.
 *
 * @param code The code of a chunk as Rolldown writes it, before it is minified
 * @param modules The code of all modules in all chunks of the build
 * @returns The code, with as many lines as before, so that source maps stay true
 */
export function leaveOutUnusedHooks(code: string, modules: readonly string[]): string {
  const isCalled = (hook: string): boolean => modules.some((module) => module.includes(`.${hook}`))
  // If React is not part of the build, it is not known which hooks are called.
  if (!isCalled('H.useState')) return code

  return code.replace(tables, (table) =>
    table.replace(members, (member, hook: string) =>
      isCalled(hook) ? member : member.replace(/.+/g, ''),
    ),
  )
}

/** Rolldown writes them on separate lines, indented by tabs. A table or a hook ends where the indentation does. */
const tables =
  /^var (?:ContextOnlyDispatcher|HooksDispatcherOn(?:Mount|Update|Rerender))(?:\$\d+)? = \{\n[^]*?^\};$/gm
const members = /^\t(use[A-Z]\w*)(?:,?|: (?:[\w$]+,?|function\([^]*?^\t\},?))$/gm
