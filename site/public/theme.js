// Remembers the colours that a visitor chose. Without storage, the choice lasts as long as the page.
try {
  const saved = localStorage.getItem('theme')
  const radio = saved && document.getElementById(`theme-${saved}`)
  if (radio) radio.checked = true
  document.addEventListener('change', ({ target }) => {
    if (target.name === 'theme') localStorage.setItem('theme', target.value)
  })
} catch {
  // The browser allows no storage.
}
