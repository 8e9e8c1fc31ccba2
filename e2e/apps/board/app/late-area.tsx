import { useEffect } from 'react'

export default function LateArea() {
  useEffect(() => {
    document.documentElement.dataset['late'] = 'yes'
  }, [])
  return <textarea aria-label="Late" defaultValue="stored" />
}
