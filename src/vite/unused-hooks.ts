/**
 * Leaves the hooks that no module of a build calls out of React's tables of hooks. A minifier then leaves out their code.
 *
 * `useState()` of `react` only calls `H.useState()`, and `react-dom` has a table of all hooks for each phase of a component.
 * A bundler keeps all members of an object. But it has left out the functions of `react` that nothing imports, so a hook
 * whose name is never read from an object, as in `H.useOptimistic`, cannot be called.
 *
 * The tables are known from React 19.2 and 19.3. Where another version has other names, nothing is left out.
 *
 * @param code The code of a chunk as Rolldown writes it, before it is minified
 * @param modules The code of all modules in all chunks of the build
 * @returns The code, with as many lines as before, so that source maps stay true
 */
export function leaveOutUnusedHooks(code: string, modules: readonly string[]): string {
  const isCalled = (hook: string): boolean => modules.some((module) => module.includes(`.${hook}`))
  // If React is not part of the build, nothing says which hooks are called.
  if (!isCalled('H.useState')) return code

  return code.replace(tables, (table) =>
    table.replace(members, (member, hook: string) =>
      isCalled(hook) ? member : member.replace(/.+/g, ''),
    ),
  )
}

/** As Rolldown writes them: in lines of their own, and indented by tabs. A table or a hook ends where the indentation does. */
const tables =
  /^var (?:ContextOnlyDispatcher|HooksDispatcherOn(?:Mount|Update|Rerender))(?:\$\d+)? = \{\n[^]*?^\};$/gm
const members = /^\t(use[A-Z]\w*)(?:,?|: (?:[\w$]+,?|function\([^]*?^\t\},?))$/gm
