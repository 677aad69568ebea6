import { explains } from '../page-kind.ts';
import { TOPIC } from '../phrase-scanner.ts';
import { labelled, speechOf } from '../speech.ts';
import { against, counted, type Rule, seen } from './rule.ts';

const LEXICON = {
  said: TOPIC.loginAsk | TOPIC.loginWord,
  beside: TOPIC.loginSupport,
  regions: ['main', 'outside', 'overlay'],
} as const;
const ASK = {
  said: TOPIC.loginAsk,
  beside: TOPIC.loginWord | TOPIC.loginSupport,
  regions: LEXICON.regions,
} as const;

const ADDRESS =
  /(?:^|[/?&_.-])(?:log-?in|sign-?in|sign_in|signup|auth|authwall|oauth2?|sso|adfs|session|account|passport|anmelden|connexion|acceso|entrar|accedi|inloggen|logowanie|giris|masuk|dang-nhap)(?:$|[/?&=_.-])/;

/** A login form, or the demand to log in, in place of the page. */
export const loginWall: Rule = {
  reason: 'login_wall',
  threshold: 6,
  read: (page) => {
    const { marks } = page;
    const speech = speechOf(page, LEXICON);
    const ask = speechOf(page, ASK);
    const opens = labelled(page, TOPIC.loginWord) > 0;
    const isBareLogin =
      marks.passwords > 0 &&
      marks.textFields <= 2 &&
      marks.textAreas === 0 &&
      speech.otherWords <= 15 &&
      (speech.beside > 1 || opens);
    return [
      seen('title is of a login', 1, speech.title),
      seen('heading is of a login', 2, speech.heading),
      seen('heading asks to log in', 1, ask.heading),
      counted('text asks to log in', 2, ask.sentences, 2),
      seen('password field', 2, marks.passwords > 0),
      seen('form without other fields', 1, marks.passwords === 1 && marks.textFields <= 2),
      seen('button to log in', 1, opens),
      counted('words of a login form', 1, speech.beside, 2),
      seen('address of a login', 1, ADDRESS.test(page.path.slice(0, 300))),
      seen('status of a refusal', 1, page.status === 401 || page.status === 403),
      seen('nothing but a login form', 3, isBareLogin),
      seen('explains', -3, explains(page)),
      against(speech.otherWords, 8),
    ];
  },
};
