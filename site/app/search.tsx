import { Link, useNavigate } from 'framework'
import { useEffect, useRef, useState, useSyncExternalStore, type KeyboardEvent } from 'react'
import type { SearchEngine } from './search-engine.ts'

/** The search field. Without JavaScript it is a link to a page of every heading. */
export function Search() {
  const isLive = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )

  return isLive ? (
    <SearchField />
  ) : (
    <Link className="search" to="/all">
      <SearchIcon />
      <span className="search-text">Search</span>
    </Link>
  )
}

function SearchField() {
  const [query, setQuery] = useState('')
  const [engine, setEngine] = useState<SearchEngine>()
  const [failed, setFailed] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const results = engine && query.trim() !== '' ? engine(query) : []
  const isShown = isOpen && query.trim() !== ''

  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent): void => {
      const isShortcut =
        event.key === '/' || (event.key === 'k' && (event.metaKey || event.ctrlKey))
      const isTyping = (event.target as HTMLElement).matches('input:not([type=radio]), textarea')
      if (!isShortcut || isTyping) return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [])

  function load(): void {
    setOpen(true)
    if (engine) return
    import('./load-search.ts')
      .then(({ loadSearch }) => loadSearch())
      .then((loaded) => setEngine(() => loaded))
      .catch(() => setFailed(true))
  }

  function goTo(url: string): void {
    setOpen(false)
    setQuery('')
    input.current?.blur()
    void navigate(url)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && results.length > 0) {
      event.preventDefault()
      setActive((active + step + results.length) % results.length)
    } else if (event.key === 'Enter' && results[active]) {
      goTo(results[active].url)
    } else if (event.key === 'Escape') {
      setOpen(false)
      input.current?.blur()
    }
  }

  return (
    <div className="search" role="search">
      <SearchIcon />
      <input
        ref={input}
        type="search"
        role="combobox"
        aria-label="Search the documentation"
        aria-expanded={isShown && results.length > 0}
        aria-controls="results"
        aria-autocomplete="list"
        aria-activedescendant={isShown && results[active] ? `result-${active}` : undefined}
        autoComplete="off"
        placeholder="Search"
        value={query}
        onFocus={load}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setQuery(target.value)
          setActive(0)
          setOpen(true)
        }}
      />
      <kbd aria-hidden="true">/</kbd>
      <div className="results" hidden={!isShown}>
        <ul id="results" role="listbox" aria-label="Results">
          {results.map(({ url, heading, page, excerpt }, index) => (
            <li
              key={url}
              id={`result-${index}`}
              role="option"
              aria-selected={index === active}
              // Not a click: the field would lose the focus first.
              onMouseDown={(event) => {
                event.preventDefault()
                goTo(url)
              }}
            >
              <strong>{heading}</strong>
              {page && <span className="result-page">{page}</span>}
              {excerpt && <span className="excerpt">{excerpt}</span>}
            </li>
          ))}
        </ul>
        {results.length === 0 && (
          <p role="status">
            {engine
              ? `Nothing found for “${query}”.`
              : failed
                ? 'The search cannot be loaded.'
                : 'Loading …'}
          </p>
        )}
      </div>
    </div>
  )
}

function SearchIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="10.500" cy="10.500" r="6" />
      <path d="m15 15 5 5" />
    </svg>
  )
}
