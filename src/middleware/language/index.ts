export { Language, language, type ContextWithLanguage, type LanguageOptions } from './language.ts'
