import { answerQuestions } from '../threads/answerQuestions.js'
import { cleanHtml } from './cleanHtml.js'
import type { CleanedHtml } from './openHtmlCleaner.js'

answerQuestions<readonly string[], CleanedHtml>(texts => texts.map(cleanHtml))
