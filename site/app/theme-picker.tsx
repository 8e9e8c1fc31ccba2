const themes = [
  {
    value: 'light',
    label: 'Light',
    icon: 'M12 3v2m0 14v2M3 12h2m14 0h2M6 6l1 1m10 10 1 1M6 18l1-1M17 7l1-1M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0',
  },
  { value: 'system', label: 'As the system', icon: 'M4 5h16v11H4zM9 20h6m-3-4v4' },
  { value: 'dark', label: 'Dark', icon: 'M20 14.500A8 8 0 0 1 9.500 4a8 8 0 1 0 10.500 10.500' },
]

/** Chooses the colours. The style sheet reads the radio buttons, and public/theme.js remembers them. */
export function ThemePicker() {
  return (
    <>
      <fieldset className="themes">
        <legend>Colours</legend>
        {themes.map(({ value, label, icon }) => (
          <label key={value} title={label}>
            <input
              type="radio"
              name="theme"
              id={`theme-${value}`}
              value={value}
              defaultChecked={value === 'system'}
            />
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={icon} />
            </svg>
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      {/* Runs before the page appears, so that it never flashes in the wrong colours. */}
      <script src={`${import.meta.env.BASE_URL}theme.js`} />
    </>
  )
}
