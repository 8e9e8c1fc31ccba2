/**
 * The features that React looks for when it starts, and their values in each browser that can run this package. The client
 * router needs `URL.parse()` of 2024, and all of these features are older.
 *
 * The production version of React has readable names, so that these expressions can be found. They are known from React 19.2
 * and 19.3. If another version has other names, nothing is replaced, and React is only larger.
 */
export const knownInBrowsers: readonly (readonly [expression: RegExp, value: string])[] = [
  [
    /"function" === typeof (?:reportError|queueMicrotask|(?:clear|set)Timeout|Promise|WeakMap|Object\.is|performance\.now)\b/g,
    'true',
  ],
  [/"undefined" !== typeof (?:AbortController|MessageChannel)\b/g, 'true'],
  [/"object" === typeof performance\b/g, 'true'],
  // Only Node and Internet Explorer have `setImmediate`.
  [/"undefined" !== typeof setImmediate\b/g, 'false'],
  [readsOf('passiveBrowserEventsSupported'), 'true'],
  [readsOf('canUseCompositionEvent'), 'true'],
  [readsOf('isInputEventSupported'), 'true'],
  // The next two are for Internet Explorer.
  [readsOf('useFallbackCompositionData'), 'false'],
  [readsOf('documentMode'), 'false'],
  // The events of animations and transitions have names without a prefix, so the table of prefixes is not used.
  [/"(?:Animation|Transition)Event" in window/g, 'true'],
  [/(?<=function getVendorPrefixedEventName\(eventName\) \{)/g, 'return eventName;'],
  [/(?<=: )(?=makePrefixMap\()/g, '/* @__PURE__ */ '],
]

/**
 * Replaces the checks of React for features of the browser, so that a bundler leaves out the code for old browsers and
 * servers.
 */
export function leaveOutOldBrowsers(code: string): string {
  return knownInBrowsers.reduce(
    (rest, [expression, value]) => rest.replace(expression, value),
    code,
  )
}

/** Finds where a variable is read, and not where it is assigned. */
function readsOf(name: string): RegExp {
  return new RegExp(`(?<![.\\w"])${name}\\b(?!\\s*=(?!=))`, 'g')
}
