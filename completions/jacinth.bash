# Completion of jacinth for bash. Written by tools/make_command_pages.rb.

_jacinth() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} words=""
    COMPREPLY=()
    # --color=auto comes as three words
    [ "$previous" = "=" ] && previous=${COMP_WORDS[COMP_CWORD - 2]}
    if [ "$current" = "=" ]; then
        current=""
    fi

    if [ "$COMP_CWORD" -eq 1 ]; then
        words="fmt min check get lines bench help --help -h --version -V"
    else
        case ${COMP_WORDS[1]} in
            help) words="fmt min check get lines bench" ;;
            fmt) words="--in-place -i --sort-keys -s --relaxed --allow-nan --allow-duplicate-key --max-nesting --color --no-progress --help -h" ;;
            min) words="--in-place -i --sort-keys -s --relaxed --allow-nan --allow-duplicate-key --max-nesting --color --no-progress --help -h" ;;
            check) words="--lines -l --json --verbose -v --relaxed --allow-nan --allow-duplicate-key --max-nesting --color --no-progress --help -h" ;;
            get) words="--pointer -p --raw -r --pretty --validate --relaxed --allow-nan --allow-duplicate-key --max-nesting --color --no-progress --help -h" ;;
            lines) words="--array -a --at --documents -d --skip-bad --unbuffered --relaxed --allow-nan --allow-duplicate-key --max-nesting --color --no-progress --help -h" ;;
            bench) words="--seconds --color --no-progress --help -h" ;;
        esac
        case $previous in
        --max-nesting | --pointer | -p | --at | --seconds) words="" ;;
        --color) words="auto always never" ;;
        *) [ "${current:0:1}" = "-" ] || [ "${COMP_WORDS[1]}" = help ] || return 0 ;;
        esac
    fi
    # shellcheck disable=SC2207
    COMPREPLY=($(compgen -W "$words" -- "$current")) # mapfile is not in bash 3.2
}

complete -o bashdefault -o default -F _jacinth jacinth
