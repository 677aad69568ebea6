import { createApp, createSSRApp, defineCustomElement } from 'vue';
import { STORY, wayOf } from '../story.ts';
import App from './App.vue';

const way = wayOf(location.pathname);
const props = { way, given: STORY };
const root = document.getElementById('app');
if (root.firstElementChild !== null) createSSRApp(App, props).mount(root);
else if (way !== 'shadow') createApp(App, props).mount(root);
else {
  customElements.define('valley-story', defineCustomElement(App));
  root.append(Object.assign(document.createElement('valley-story'), props));
}
