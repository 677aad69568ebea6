import { addCopyButtons } from './copy.ts';
import { markPlace } from './place.ts';
import { reachScrollers } from './scrollers.ts';
import { openSearch } from './search.ts';
import { openTryForms } from './try-forms.ts';

addCopyButtons(document);
markPlace();
openSearch();
openTryForms();
reachScrollers();
