import { createCookie } from 'framework'

export const themeCookie = createCookie('theme', { secrets: ['another secret for tests'] })
