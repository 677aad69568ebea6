import { hydrate, mount } from 'svelte';
import { STORY, wayOf } from '../story.ts';
import App from './App.svelte';

const way = wayOf(location.pathname);
const props = { way, given: STORY };
const root = document.getElementById('app');
if (root.firstElementChild !== null) hydrate(App, { target: root, props });
else mount(App, { target: way === 'shadow' ? root.attachShadow({ mode: 'open' }) : root, props });
