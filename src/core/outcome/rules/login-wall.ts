import type { PageReading } from '../page-reading.ts';
import { TOPIC } from '../phrase-scanner.ts';
import { isHead } from '../sentence.ts';
import { explains, hasTopic, instructs, isHeaded, labelled, speechOf } from '../speech.ts';
import { against, counted, lacked, type Rule, SHORT_WORDS, seen, topicsOf } from './rule.ts';

const LOGIN = { said: TOPIC.loginAsk | TOPIC.loginWord, beside: TOPIC.loginSupport } as const;
const NAMED = LOGIN.said | LOGIN.beside;
const LOGIN_DEMAND = { said: TOPIC.loginAsk, beside: TOPIC.loginWord | TOPIC.loginSupport } as const;

/** A login form, or the demand to log in, in place of the page. */
export const loginWall: Rule = {
  reason: 'login_wall',
  topics: topicsOf(LOGIN),
  threshold: 6,
  read: (page) => {
    const { marks } = page;
    const speech = speechOf(page, LOGIN);
    const demand = speechOf(page, LOGIN_DEMAND);
    const opens = labelled(page, TOPIC.loginWord) > 0;
    const isLogin = isLoginPage(page) && (opens || offersProvider(page));
    const isDown = page.sentences.some((one) => hasTopic(one, TOPIC.errorSaid));
    return [
      seen('named after a login', 2, speech.heading || isLogin),
      counted('text asks to log in', 2, demand.sentences, 2),
      seen('password field', 2, marks.passwords > 0),
      seen('form without other fields', 1, marks.passwords === 1 && marks.textFields <= 2),
      seen('button to log in', 1, opens),
      counted('words of a login form', 1, speech.beside, 2),
      seen('status of a refusal', 1, page.status === 401 || page.status === 403),
      seen('nothing but a login form', 3, isLogin),
      lacked(page),
      seen('says that the site is down', -4, isDown),
      seen('nothing but the demand to log in', 2, opens && demand.sentences > 0 && speech.otherWords <= 6),
      seen('explains', -3, explains(page)),
      against(speech.otherWords, isLogin ? 24 : 8),
    ];
  },
};

/**
 * A short page named after a login, with its form: a password, or one field beside the providers that vouch for a reader. The
 * other text tells whom to ask and what the account opens.
 */
function isLoginPage(page: PageReading): boolean {
  const { passwords, textFields, textAreas } = page.marks;
  if (page.mainWords > SHORT_WORDS || textFields > 2 || textAreas > 0 || instructs(page)) return false;
  const isForm = passwords === 1 || (textFields === 1 && offersProvider(page));
  return isForm && isHeaded(page, NAMED) && !isModule(page);
}

/** Whether the form stands beside a page of its own: what is named after a login is outside its text, which has another heading. */
function isModule({ sentences }: PageReading): boolean {
  const own = sentences.filter((one) => isHead(one) && one.region === 'main');
  return own.some(({ role }) => role === 'heading') && !own.some((one) => hasTopic(one, NAMED));
}

/** Who vouches for readers elsewhere, as buttons name them. */
const PROVIDERS = ['apple', 'facebook', 'github', 'google', 'linkedin', 'microsoft', 'passkey', 'sso'];
/** Words of such a button. */
const PROVIDER_WORDS = 5;

function offersProvider({ sentences }: PageReading): boolean {
  return sentences.some(
    ({ role, words, text }) =>
      (role === 'control' || role === 'link') &&
      words <= PROVIDER_WORDS &&
      PROVIDERS.some((provider) => text.includes(provider)),
  );
}
