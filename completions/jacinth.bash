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
        words="fmt min check get set patch lines bench help --help -h --version -V"
    else
        case ${COMP_WORDS[1]} in
            help) words="fmt min check get set patch lines bench" ;;
            fmt) words="--in-place -i --sort-keys -s --format -f --relaxed --allow-nan --allow-duplicate-key --max-nesting --color --no-progress --help -h --version -V" ;;
            min) words="--in-place -i --sort-keys -s --format -f --relaxed --allow-nan --allow-duplicate-key --max-nesting --color --no-progress --help -h --version -V" ;;
            check) words="--format -f --lines -l --json --verbose -v --relaxed --allow-nan --allow-duplicate-key --max-nesting --color --no-progress --help -h --version -V" ;;
            get) words="--pointer -p --raw -r --pretty --validate --csv --tsv --ndjson --no-header -H --rows --format -f --relaxed --allow-nan --allow-duplicate-key --max-nesting --color --no-progress --help -h --version -V" ;;
            set) words="--string -s --in-place -i --format -f --relaxed --allow-nan --allow-duplicate-key --max-nesting --color --no-progress --help -h --version -V" ;;
            patch) words="--in-place -i --format -f --relaxed --allow-nan --allow-duplicate-key --max-nesting --color --no-progress --help -h --version -V" ;;
            lines) words="--array -a --at --documents -d --skip-bad --unbuffered --format -f --relaxed --allow-nan --allow-duplicate-key --max-nesting --color --no-progress --help -h --version -V" ;;
            bench) words="--seconds --format -f --relaxed --allow-nan --allow-duplicate-key --max-nesting --color --no-progress --help -h --version -V" ;;
        esac
        case $previous in
        --format | -f) words="auto concatenated lines sequence single" ;;
        --max-nesting | --pointer | -p | --rows | --at | --seconds) _jacinth_no_files ;;
        --color) words="auto always never" ;;
        --format | -f) words="auto concatenated lines sequence" ;;
        *)
            if [ "${current:0:1}" != "-" ] && [ "${COMP_WORDS[1]}" != help ]; then
                _jacinth_pointer && _jacinth_no_files
                return 0
            fi
            ;;
        esac
    fi
    # shellcheck disable=SC2207
    COMPREPLY=($(compgen -W "$words" -- "$current")) # mapfile is not in bash 3.2
}

# True if the pointer of get is expected: neither it nor --pointer was given.
_jacinth_pointer() {
    local i
    [ "${COMP_WORDS[1]}" = get ] || return 1
    for ((i = 2; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
            --pointer | -p*) return 1 ;;
            --rows | --format | -f | --max-nesting | --color)
                i=$((i + 1))
                [ "${COMP_WORDS[i]}" = "=" ] && i=$((i + 1))
                ;;
            -*) ;;
            *) return 1 ;;
        esac
    done
    return 0
}

# bash 3.2 has no compopt, and offers files.
_jacinth_no_files() { words="" && compopt +o bashdefault +o default 2>/dev/null; }

complete -o bashdefault -o default -F _jacinth jacinth
